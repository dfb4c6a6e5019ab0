// Zeigt die Zuschauer.
export const A = () => <p title="Der Lehrer">Don't panic</p>;
/* Die Sprecher
   kommen später. */
