//! Tables of data.

use crate::render::address::Base;
use crate::render::escape;
use crate::render::model::DataCell;
use crate::render::model::DataTable;

/// How a table is to stand on the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableSetting<'a> {
    /// The name that is read out for it: `Figure 1 as a table`.
    pub name: &'a str,
    /// Whether links in it are written with scheme and host.
    pub absolute: bool,
}

/// Appends `table` in a frame that scrolls sideways by itself and can be reached by keyboard.
///
/// Where every cell is a number the table says so once instead of each cell; a cell that is marked
/// carries its marks as classes.
pub fn data_table(table: &DataTable, setting: TableSetting<'_>, base: &Base, out: &mut String) {
    let numbers = table.rows.iter().all(|row| row.cells.iter().all(|cell| cell.number));
    out.push_str("<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"");
    escape::attribute(setting.name, out);
    out.push_str(if numbers { "\"><table class=\"numbers\">" } else { "\"><table>" });
    if !table.columns.is_empty() {
        out.push_str("\n<thead><tr>");
        if table.rows.iter().any(|row| row.header.is_some()) {
            if table.corner.is_empty() {
                out.push_str("<td></td>");
            } else {
                out.push_str("<th scope=\"col\">");
                escape::text(&table.corner, out);
                out.push_str("</th>");
            }
        }
        for (index, column) in table.columns.iter().enumerate() {
            let right = !numbers
                && table
                    .rows
                    .iter()
                    .any(|row| row.cells.get(index).is_some_and(|cell| cell.number));
            out.push_str(if right {
                "<th scope=\"col\" class=\"n\">"
            } else {
                "<th scope=\"col\">"
            });
            content(column, setting, base, out);
            out.push_str("</th>");
        }
        out.push_str("</tr></thead>");
    }
    out.push_str("\n<tbody>");
    for row in &table.rows {
        out.push_str("<tr>");
        if let Some(header) = &row.header {
            out.push_str("<th scope=\"row\">");
            content(header, setting, base, out);
            out.push_str("</th>");
        }
        for cell in &row.cells {
            let own = if cell.number && !numbers { Some("n") } else { None };
            let mut classes = own.into_iter().chain(cell.marks.iter().map(String::as_str));
            match classes.next() {
                None => out.push_str("<td>"),
                Some(first) => {
                    out.push_str("<td class=\"");
                    escape::attribute(first, out);
                    for class in classes {
                        out.push(' ');
                        escape::attribute(class, out);
                    }
                    out.push_str("\">");
                }
            }
            content(cell, setting, base, out);
            out.push_str("</td>");
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody></table></div>\n");
}

/// Writes what stands in a cell.
fn content(cell: &DataCell, setting: TableSetting<'_>, base: &Base, out: &mut String) {
    if let Some(address) = &cell.address {
        let href = if setting.absolute { base.absolute(address) } else { base.href(address) };
        out.push_str("<a href=\"");
        escape::attribute(&href, out);
        out.push_str("\">");
    }
    match &cell.machine {
        Some(machine) => {
            out.push_str("<data value=\"");
            escape::attribute(machine, out);
            out.push_str("\">");
            escape::value(&cell.text, out);
            out.push_str("</data>");
        }
        None => escape::value(&cell.text, out),
    }
    if cell.address.is_some() {
        out.push_str("</a>");
    }
}
