// Zeigt die Noten. Nur der Fachlehrer darf sie ändern.
export const Noten = ({ lehrer }: Props) => (
  <div title="Der Lehrer">
    {/* Der Schüler sieht nur seine eigenen Noten. */}
    <p>Die Schüler</p>
  </div>
);
