/**
 * \brief Meldet eine*n Benutzer*in an.
 *
 * \param benutzer Name des*der Benutzer*in
 * \param[out] leser der*die Leser*in, der*die dazu gehört
 * \return 0, wenn der*die Benutzer*in bekannt ist
 * \see abmelden
 *
 * \code
 * anmelden("Lehrer"); // der Lehrer
 * \endcode
 */
int anmelden(const char *benutzer, struct leser *leser);
