/// Eine Liste von Spieler*innen. Jede*r Spieler*in steht nur einmal darin.
///
/// \tparam Spieler Art des*der Spieler*in
/// \param liste die Spieler*innen der Mannschaft
template <typename Spieler>
class Liste {};
