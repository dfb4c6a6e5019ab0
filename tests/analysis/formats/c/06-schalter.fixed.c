/* mitgemeint: ignore-word Treiber, Drucker */

/* Der Drucker meldet sich beim Treiber; der*die Anwender*in merkt nichts davon. */
void drucke(void);

/* mitgemeint: ignore-next-line */
/* Der Anwender wartet. */
void warte(void);

/* Der*die Anwender*in bricht ab. */
void abbruch(void);
