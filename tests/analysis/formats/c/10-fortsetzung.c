/* Die Gäste sitzen an Tischen; ein Kellner
 * bedient vier davon. Ist der Kellner krank,
 *
 *   - hilft ein Kollege aus,
 *   - oder der Wirt selbst.
 */
#define TEXT "eins \
der Kellner /* nein */ \
zwei"
int tische = 4; // je Kellner
