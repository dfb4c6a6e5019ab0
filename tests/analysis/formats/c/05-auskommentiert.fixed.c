/* for (i = 0; i < lehrer; i++) {
       zaehle(lehrer[i]);
   } */

// int lehrer = hole_lehrer();
// Der*die Administrator*in kann das wieder einschalten.

/* clang-format off */
int tabelle[] = {1, 2, 3}; /* NOLINT der Lehrer */
/* clang-format on */
