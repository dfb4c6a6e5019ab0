class Gruss {
    /** Begrüßt die Nutzer:innen und jede:n Gästeführer:in. */
    void a() {}

    /** Begrüßt die Nutzer*innen am Morgen. */
    void b() {}

    /** Begrüßt die NutzerInnen am Abend. */
    void c() {}
}
