//! Values into registers.

use std::sync::Arc;

use crate::language::compile::Compiled;
use crate::language::compile::compiler::Compiler;
use crate::language::program::Op;
use crate::language::program::Operand;
use crate::language::program::Register;
use crate::language::scope::Meaning;
use crate::language::syntax::Comparison;
use crate::language::syntax::Node;
use crate::language::syntax::NodeKind;
use crate::language::syntax::Operator;
use crate::language::value::Items;
use crate::language::value::Value;

impl Compiler<'_> {
    /// Where the value of `node` stands: a constant, a variable, or a register of its own.
    pub(super) fn operand(&mut self, node: &Node) -> Compiled<Operand> {
        match &node.kind {
            NodeKind::Number(number) => {
                return self.constant(Value::Number(number.clone()), node.bytes);
            }
            NodeKind::Bool(value) => return self.constant(Value::Bool(*value), node.bytes),
            NodeKind::Text(text) => return self.constant(Value::text(text), node.bytes),
            NodeKind::Name(name) => {
                if let Some(register) = self.local(name) {
                    return Ok(register);
                }
                if let Some(Meaning::Fixed(text)) = self.scope.meaning(name) {
                    return self.constant(Value::text(text), node.bytes);
                }
            }
            NodeKind::Negate(inner) => {
                if let NodeKind::Number(number) = &inner.kind {
                    return self.constant(Value::Number(number.negate()), node.bytes);
                }
            }
            NodeKind::Tuple(parts) | NodeKind::List(parts) => {
                if let Some(value) = literal(node, parts) {
                    return self.constant(value, node.bytes);
                }
            }
            NodeKind::Gather(_)
            | NodeKind::Call { .. }
            | NodeKind::Attribute { .. }
            | NodeKind::Index { .. }
            | NodeKind::Not(_)
            | NodeKind::Binary { .. }
            | NodeKind::Compare { .. }
            | NodeKind::If { .. } => {}
        }
        let register = self.reserve(node.bytes)?;
        self.put_into(node, register)?;
        Ok(register)
    }

    /// Puts the value of `node` into `to`.
    pub(super) fn put_into(&mut self, node: &Node, to: Register) -> Compiled<()> {
        let mark = self.next;
        self.value(node, to)?;
        self.next = mark;
        Ok(())
    }

    pub(super) fn value(&mut self, node: &Node, to: Register) -> Compiled<()> {
        let bytes = node.bytes;
        match &node.kind {
            NodeKind::Number(_) | NodeKind::Bool(_) | NodeKind::Text(_) => {
                let from = self.operand(node)?;
                self.emit(Op::Copy { to, from }, bytes)
            }
            NodeKind::Name(name) => self.name(name, to, bytes),
            NodeKind::Tuple(parts) | NodeKind::List(parts) => {
                if let Some(value) = literal(node, parts) {
                    let from = self.constant(value, bytes)?;
                    return self.emit(Op::Copy { to, from }, bytes);
                }
                let first = self.next;
                for part in parts {
                    let register = self.reserve(part.bytes)?;
                    self.put_into(part, register)?;
                }
                let count = parts.len() as u16;
                self.emit(
                    if matches!(node.kind, NodeKind::Tuple(_)) {
                        Op::Tuple { to, first, count }
                    } else {
                        Op::List { to, first, count }
                    },
                    bytes,
                )
            }
            NodeKind::Gather(gather) => self.gather(gather, to, bytes),
            NodeKind::Call { name, name_bytes, arguments } => {
                self.call((name, *name_bytes), arguments, to, bytes)
            }
            NodeKind::Attribute { of, name, name_bytes, arguments } => {
                self.attribute(of, (name, *name_bytes), arguments.as_deref(), (to, bytes))
            }
            NodeKind::Index { of, index } => {
                let a = self.operand(of)?;
                if let NodeKind::Binary { operator: Operator::Range, left, right } = &index.kind {
                    let first = self.pair(left, right)?;
                    return self.emit(Op::Slice { to, a, first }, bytes);
                }
                let b = self.operand(index)?;
                self.emit(Op::Index { to, a, b }, bytes)
            }
            NodeKind::Negate(inner) => {
                let a = self.operand(inner)?;
                self.emit(Op::Negate { to, a }, bytes)
            }
            NodeKind::Not(inner) => {
                let a = self.operand(inner)?;
                self.emit(Op::Not { to, a }, bytes)
            }
            NodeKind::Binary { operator, left, right } => {
                self.binary(*operator, (left, right), node, to)
            }
            NodeKind::Compare { operands, signs } => {
                match (operands.as_slice(), signs.as_slice()) {
                    ([left, right], [Comparison::In]) if range_of(right).is_some() => {
                        let Some((low, high)) = range_of(right) else { return Ok(()) };
                        let a = self.operand(left)?;
                        let first = self.pair(low, high)?;
                        self.emit(Op::InRange { to, a, first }, bytes)
                    }
                    ([left, right], [sign]) => {
                        let (a, b) = (self.operand(left)?, self.operand(right)?);
                        self.emit(Op::Compare { sign: *sign, to, a, b }, bytes)
                    }
                    _ => self.truth(node, to),
                }
            }
            NodeKind::If { condition, then, otherwise } => {
                let mut otherwise_from = Vec::new();
                let mark = self.next;
                self.unless(condition, &mut otherwise_from)?;
                self.next = mark;
                self.put_into(then, to)?;
                let end = self.emit_jump(Op::Jump { to: 0 }, bytes)?;
                let here = self.here();
                self.patch(&otherwise_from, here);
                self.put_into(otherwise, to)?;
                let here = self.here();
                self.patch(&[end], here);
                Ok(())
            }
        }
    }

    /// Two values in neighbouring registers; returns the first.
    pub(super) fn pair(&mut self, left: &Node, right: &Node) -> Compiled<Register> {
        let first = self.reserve(left.bytes)?;
        let second = self.reserve(right.bytes)?;
        self.put_into(left, first)?;
        self.put_into(right, second)?;
        Ok(first)
    }

    pub(super) fn binary(
        &mut self,
        operator: Operator,
        (left, right): (&Node, &Node),
        node: &Node,
        to: Register,
    ) -> Compiled<()> {
        if matches!(operator, Operator::And | Operator::Or | Operator::Implies) {
            return self.truth(node, to);
        }
        let (a, b) = (self.operand(left)?, self.operand(right)?);
        let op = match operator {
            Operator::Add => Op::Add { to, a, b },
            Operator::Subtract => Op::Subtract { to, a, b },
            Operator::Multiply => Op::Multiply { to, a, b },
            Operator::Divide => Op::Divide { to, a, b },
            Operator::DivideDown => Op::DivideDown { to, a, b },
            Operator::Modulo => Op::Modulo { to, a, b },
            Operator::Power => Op::Power { to, a, b },
            Operator::Join => Op::Join { to, a, b },
            Operator::Range => Op::Range { to, a, b },
            Operator::Iff | Operator::And | Operator::Or | Operator::Implies => {
                Op::Iff { to, a, b }
            }
        };
        self.emit(op, node.bytes)
    }
}

pub(super) fn range_of(node: &Node) -> Option<(&Node, &Node)> {
    match &node.kind {
        NodeKind::Binary { operator: Operator::Range, left, right } => Some((left, right)),
        _ => None,
    }
}

/// The value of a list or tuple of literals.
pub(super) fn literal(node: &Node, parts: &[Node]) -> Option<Value> {
    let parts: Option<Vec<Value>> = parts
        .iter()
        .map(|part| match &part.kind {
            NodeKind::Number(number) => Some(Value::Number(number.clone())),
            NodeKind::Bool(value) => Some(Value::Bool(*value)),
            NodeKind::Text(text) => Some(Value::text(text)),
            NodeKind::Negate(inner) => match &inner.kind {
                NodeKind::Number(number) => Some(Value::Number(number.negate())),
                _ => None,
            },
            NodeKind::Tuple(parts) | NodeKind::List(parts) => literal(part, parts),
            _ => None,
        })
        .collect();
    let items = Arc::new(Items::new(parts?)?);
    match node.kind {
        NodeKind::Tuple(_) => Some(Value::Tuple(items)),
        _ => Some(Value::List(items)),
    }
}
