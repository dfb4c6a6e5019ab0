/**
 * \brief Meldet einen Benutzer an.
 *
 * \param benutzer Name des Benutzers
 * \param[out] leser der Leser, der dazu gehört
 * \return 0, wenn der Benutzer bekannt ist
 * \see abmelden
 *
 * \code
 * anmelden("Lehrer"); // der Lehrer
 * \endcode
 */
int anmelden(const char *benutzer, struct leser *leser);
