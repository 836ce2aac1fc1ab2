//! What stands beside formulas, and formulas beside bindings.

use super::read;
use crate::diagnostics::Code;

/// How many findings of glued words the line has.
fn glued(line: &str) -> usize {
    let (_, _, sink) = read(line);
    sink.into_sorted().iter().filter(|one| one.code == Code::BindingGlued).count()
}

#[test]
fn what_changes_the_number_of_a_formula_stands_in_it() {
    for line in [
        r"It is minus $6 \cdot 7 = 42$.",
        r"It takes fewer than $V(6,360) = 66$ moves.",
        r"It has more than $2^{10} = 1024$ squares.",
        r"It is $6 \cdot 7 = 42$%.",
        r"It is $6 \cdot 7 = 42$ per cent.",
        r"It is $9$ per cent.",
        r"It is $9$ thousand.",
        r"It is $4$$2$ of them.",
        r"It is −$9$.",
        r"It is $9$km.",
        r"It is √$9$.",
    ] {
        assert_eq!(glued(line), 1, "{line}");
    }
}

#[test]
fn a_formula_does_not_go_on_reckoning_with_a_binding() {
    for line in [
        r"It has [66](=x) $- 1$ squares.",
        r"It has [66](=x) $/ 2$ squares.",
        r"It has [66](=x) $\cdot 7$ squares.",
        r"It has [66](=x) $= 7$ squares.",
        r"It has $7$ [66](=x) squares.",
        r"It has $n <$ [66](=x).",
        r"It has $-1 \cdot$ [66](=x).",
        r"It has $\val{x} - 1$ squares.",
        r"It has $2 \cdot \is{66}{x}$ squares.",
        r"It has √ [66](=x) squares.",
    ] {
        assert_eq!(glued(line), 1, "{line}");
    }
}

#[test]
fn what_leaves_the_number_of_a_formula_as_it_is_may_stand_beside_it() {
    for line in [
        r"The $n$th cake, the $16$th, a $2$-adic one, the $1$s, $n$’s and $k+1$st; $1$, $2$ and $3$.",
        r"For $n = 3$ [66](=x) is found; $3$–$5$, $1$/$n$, ($3$), “$3$”, $3$; $3$: it is.",
        r"If it has more than $2 + 2 = 4$ cakes, no more than $2 + 2 = 4$ are left.",
        r"For all $n > 3$ more than $n = 12$, [66](=x) $\uparrow$ $*$, from $K =$ [66](=x) on.",
        r"About $6 \cdot 7 = 42$, twice $6 \cdot 7 = 42$, $12$ minus [66](=x), $n$ per cent.",
        r"The pair [66](=x), $-1$; $\val{x} = 6 \cdot 11$; $\val{x} - n$.",
    ] {
        assert_eq!(glued(line), 0, "{line}");
    }
}
