-brand = Kundenclub
-role = { $case ->
   *[nominative] Autor
    [genitive] Autors
}
welcome = Willkommen bei { -brand }, liebe Hörer!
