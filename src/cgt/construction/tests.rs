use super::*;

fn check(cutting: Cutting, cakes: &[(u64, u64, &str)]) {
    let (mut construction, mut budget) = (Construction::new(), Budget::units(10_000_000));
    for &(rows, columns, expected) in cakes {
        let cake = construction.cake(cutting, rows, columns, &mut budget).unwrap();
        let name = construction.name(cake, &mut budget).unwrap();
        assert_eq!(name, expected, "{rows}x{columns}");
    }
}

#[test]
fn small_cakes_are_worth_what_winning_ways_says() {
    let cakes = [(1, 1, "0"), (1, 5, "4"), (2, 3, "0"), (2, 4, "1"), (4, 9, "1"), (8, 2, "-3")];
    check(Cutting::InTwo, &cakes);
    let cakes = [(1, 2, "1"), (1, 4, "3"), (2, 4, "1"), (2, 12, "4"), (12, 2, "-4")];
    check(Cutting::Equally, &cakes);
}

#[test]
fn names_are_read_off_other_forms_too() {
    let (mut construction, mut budget) = (Construction::new(), Budget::units(10_000));
    let zero = construction.form(Sides::default());
    let one = construction.form([vec![zero], vec![]]);
    let half = construction.form([vec![zero], vec![one]]);
    let three_quarters = construction.form([vec![half], vec![one]]);
    let star = construction.form([vec![zero], vec![zero]]);
    let up = construction.form([vec![zero], vec![star]]);
    for (form, expected) in [(zero, "0"), (half, "1/2"), (three_quarters, "3/4"), (up, "{0|{0|0}}")]
    {
        assert_eq!(construction.name(form, &mut budget), Ok(expected.to_owned()));
    }
}

#[test]
fn sums_are_played_out() {
    let mut construction = Construction::new();
    let zero = construction.form(Sides::default());
    let one = construction.form([vec![zero], vec![]]);
    let half = construction.form([vec![zero], vec![one]]);
    let star = construction.form([vec![zero], vec![zero]]);
    assert_eq!(construction.sum(half, half), one);
    assert_eq!(construction.sum(star, star), zero);
}

#[test]
fn a_cake_costs_the_same_whatever_was_constructed_before() {
    for cutting in [Cutting::InTwo, Cutting::Equally] {
        let mut shared = Construction::new();
        let mut first = Account::default();
        let (mut alone, mut all) = (Vec::new(), Vec::new());
        let cakes = [(4, 6), (1, 12), (8, 8), (12, 3), (4, 6)];
        for (rows, columns) in cakes {
            let mut budget = Budget::units(1_000_000);
            Construction::new().cake(cutting, rows, columns, &mut budget).unwrap();
            alone.push(budget.spent());
            let mut budget = Budget::units(1_000_000);
            let mut own = Account::default();
            shared.cake_for(&mut own, cutting, (rows, columns), &mut budget).unwrap();
            all.push(budget.spent());
            shared.cake_for(&mut first, cutting, (rows, columns), &mut budget).unwrap();
        }
        assert_eq!(alone, all);
        assert!(alone.iter().all(|&cost| cost > 0));
    }
}

#[test]
fn what_an_account_has_paid_for_does_not_depend_on_the_order() {
    let mut shared = Construction::new();
    let total = |shared: &mut Construction, cakes: &[(u64, u64)]| {
        let (mut account, mut budget) = (Account::default(), Budget::units(1_000_000));
        for &cake in cakes {
            shared.cake_for(&mut account, Cutting::Equally, cake, &mut budget).unwrap();
        }
        budget.spent()
    };
    let upward = total(&mut shared, &[(2, 6), (6, 6), (6, 12), (4, 9)]);
    let downward = total(&mut shared, &[(4, 9), (6, 12), (6, 6), (2, 6)]);
    assert_eq!(upward, downward);
}

#[test]
fn a_budget_too_small_is_too_small_for_everybody() {
    let mut shared = Construction::new();
    shared.cake(Cutting::Equally, 8, 8, &mut Budget::units(1_000_000)).unwrap();
    let (mut account, mut budget) = (Account::default(), Budget::units(20));
    let result = shared.cake_for(&mut account, Cutting::Equally, (8, 8), &mut budget);
    assert_eq!(result, Err(Exhausted::Work));
}
