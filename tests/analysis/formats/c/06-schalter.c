/* mitgemeint: ignore-word Treiber, Drucker */

/* Der Drucker meldet sich beim Treiber; der Anwender merkt nichts davon. */
void drucke(void);

/* mitgemeint: ignore-next-line */
/* Der Anwender wartet. */
void warte(void);

/* Der Anwender bricht ab. */
void abbruch(void);
