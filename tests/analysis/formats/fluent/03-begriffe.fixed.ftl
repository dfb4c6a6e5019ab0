-brand = Kundenclub
-role = { $case ->
   *[nominative] Autor*in
    [genitive] Autor*in
}
welcome = Willkommen bei { -brand }, liebe Hörer*innen!
