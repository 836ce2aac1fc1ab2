//! Conditions as jumps: what does not matter any more is not evaluated.

use crate::language::compile::Compiled;
use crate::language::compile::compiler::Compiler;
use crate::language::compile::values::range_of;
use crate::language::program::Op;
use crate::language::program::Register;
use crate::language::syntax::Comparison;
use crate::language::syntax::Node;
use crate::language::syntax::NodeKind;
use crate::language::syntax::Operator;
use crate::language::value::Value;

impl Compiler<'_> {
    /// The truth of `node` in `to`, by jumps.
    pub(super) fn truth(&mut self, node: &Node, to: Register) -> Compiled<()> {
        let mut to_false = Vec::new();
        self.unless(node, &mut to_false)?;
        let (yes, no) = (
            self.constant(Value::Bool(true), node.bytes)?,
            self.constant(Value::Bool(false), node.bytes)?,
        );
        self.emit(Op::Copy { to, from: yes }, node.bytes)?;
        let end = self.emit_jump(Op::Jump { to: 0 }, node.bytes)?;
        let here = self.here();
        self.patch(&to_false, here);
        self.emit(Op::Copy { to, from: no }, node.bytes)?;
        let here = self.here();
        self.patch(&[end], here);
        Ok(())
    }

    /// Jumps (added to `jumps`) if `node` is false.
    pub(super) fn unless(&mut self, node: &Node, jumps: &mut Vec<usize>) -> Compiled<()> {
        let mark = self.next;
        match &node.kind {
            NodeKind::Binary { operator: Operator::And, left, right } => {
                self.unless(left, jumps)?;
                self.unless(right, jumps)?;
            }
            NodeKind::Binary { operator: Operator::Or, left, right } => {
                let mut holds = Vec::new();
                self.when(left, &mut holds)?;
                self.unless(right, jumps)?;
                let here = self.here();
                self.patch(&holds, here);
            }
            NodeKind::Binary { operator: Operator::Implies, left, right } => {
                let mut holds = Vec::new();
                self.unless(left, &mut holds)?;
                self.unless(right, jumps)?;
                let here = self.here();
                self.patch(&holds, here);
            }
            NodeKind::Not(inner) => self.when(inner, jumps)?,
            NodeKind::Compare { operands, signs } if !is_range_test(operands, signs) => {
                self.links(operands, signs, true, jumps)?;
            }
            _ => {
                let a = self.operand(node)?;
                jumps.push(self.emit_jump(Op::JumpUnless { a, to: 0 }, node.bytes)?);
            }
        }
        self.next = mark;
        Ok(())
    }

    /// Jumps (added to `jumps`) if `node` is true.
    pub(super) fn when(&mut self, node: &Node, jumps: &mut Vec<usize>) -> Compiled<()> {
        let mark = self.next;
        match &node.kind {
            NodeKind::Binary { operator: Operator::Or, left, right } => {
                self.when(left, jumps)?;
                self.when(right, jumps)?;
            }
            NodeKind::Binary { operator: Operator::And, left, right } => {
                let mut fails = Vec::new();
                self.unless(left, &mut fails)?;
                self.when(right, jumps)?;
                let here = self.here();
                self.patch(&fails, here);
            }
            NodeKind::Binary { operator: Operator::Implies, left, right } => {
                self.unless(left, jumps)?;
                self.when(right, jumps)?;
            }
            NodeKind::Not(inner) => self.unless(inner, jumps)?,
            NodeKind::Compare { operands, signs } if !is_range_test(operands, signs) => {
                self.links(operands, signs, false, jumps)?;
            }
            _ => {
                let a = self.operand(node)?;
                jumps.push(self.emit_jump(Op::JumpIf { a, to: 0 }, node.bytes)?);
            }
        }
        self.next = mark;
        Ok(())
    }

    /// Jumps if a chain of comparisons is false (`unless`) or true.
    pub(super) fn links(
        &mut self,
        operands: &[Node],
        signs: &[Comparison],
        unless: bool,
        jumps: &mut Vec<usize>,
    ) -> Compiled<()> {
        let mut fails = Vec::new();
        let Some((first, rest)) = operands.split_first() else { return Ok(()) };
        let mut left = first;
        let mut a = self.operand(first)?;
        for (index, (right, &sign)) in rest.iter().zip(signs).enumerate() {
            let b = self.operand(right)?;
            let bytes = left.bytes.to(right.bytes);
            if unless {
                jumps.push(self.emit_jump(Op::BranchUnless { sign, a, b, to: 0 }, bytes)?);
            } else if index + 1 < rest.len() {
                fails.push(self.emit_jump(Op::BranchUnless { sign, a, b, to: 0 }, bytes)?);
            } else {
                jumps.push(self.emit_jump(Op::BranchIf { sign, a, b, to: 0 }, bytes)?);
            }
            (left, a) = (right, b);
        }
        let here = self.here();
        self.patch(&fails, here);
        Ok(())
    }
}

pub(super) fn is_range_test(operands: &[Node], signs: &[Comparison]) -> bool {
    matches!((operands, signs), ([_, right], [Comparison::In]) if range_of(right).is_some())
}
