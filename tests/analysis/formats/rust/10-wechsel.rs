fn main() {
    let leute = 3; // drei Helfer
    let text = "zwei \
        Helfer // nein"; // Die Helfer bringen Kuchen mit.
    /* Wer hilft, isst mit. Jeder Helfer
       bekommt ein Glas Honig. */
    println!("{text} {leute}");
}
