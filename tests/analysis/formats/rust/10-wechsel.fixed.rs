fn main() {
    let leute = 3; // drei Helfende
    let text = "zwei \
        Helfer // nein"; // Die Helfenden bringen Kuchen mit.
    /* Wer hilft, isst mit. Jede*r Helfer*in
       bekommt ein Glas Honig. */
    println!("{text} {leute}");
}
