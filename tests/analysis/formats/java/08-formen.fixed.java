class Gruss {
    /** Begrüßt die Nutzenden und jede*n Gästeführer*in. */
    void a() {}

    /** Begrüßt die Nutzer*innen am Morgen. */
    void b() {}

    /** Begrüßt die Nutzenden am Abend. */
    void c() {}
}
