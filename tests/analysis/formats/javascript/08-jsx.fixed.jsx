// Zeigt die Zuschauenden.
export const A = () => <p title="Der Lehrer">Don't panic</p>;
/* Die Sprecher*innen
   kommen später. */
