/*!
 * @brief Schickt den Spieler*innen eine Nachricht.
 * @details Der*die Empfänger*in wird nicht gefragt.
 * @param empfaenger Liste der Empfänger*innen
 * @retval true alle Empfänger*innen haben sie erhalten
 * @todo Die Absender*innen mitschicken
 * @author Max Spieler
 */
bool sende(const Liste& empfaenger);
