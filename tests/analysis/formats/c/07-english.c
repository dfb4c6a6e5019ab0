/* Every Benutzer has an id of its own, which is set when the account is made. */
struct benutzer { int id; };

/* Returns zero on success. */
int save(struct benutzer *b);

/* Speichert den Benutzer, auch wenn ein anderer Benutzer angemeldet ist. */
int speichere(struct benutzer *b);
