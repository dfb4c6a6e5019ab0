/* Die Gäste sitzen an Tischen; eine Servicekraft
 * bedient vier davon. Ist die Servicekraft krank,
 *
 *   - hilft ein*e Kolleg*in aus,
 *   - oder der*die Wirt*in selbst.
 */
#define TEXT "eins \
der Kellner /* nein */ \
zwei"
int tische = 4; // je Servicekraft
