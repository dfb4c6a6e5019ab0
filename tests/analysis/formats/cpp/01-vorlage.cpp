/// Eine Liste von Spielern. Jeder Spieler steht nur einmal darin.
///
/// \tparam Spieler Art des Spielers
/// \param liste die Spieler der Mannschaft
template <typename Spieler>
class Liste {};
