/*!
 * @brief Schickt den Spielern eine Nachricht.
 * @details Der Empfänger wird nicht gefragt.
 * @param empfaenger Liste der Empfänger
 * @retval true alle Empfänger haben sie erhalten
 * @todo Die Absender mitschicken
 * @author Max Spieler
 */
bool sende(const Liste& empfaenger);
