// Zeigt die Noten. Nur die Fachlehrkraft darf sie ändern.
export const Noten = ({ lehrer }: Props) => (
  <div title="Der Lehrer">
    {/* Der*die Schüler*in sieht nur seine*ihre eigenen Noten. */}
    <p>Die Schüler</p>
  </div>
);
