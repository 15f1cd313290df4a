/**
 * What a spreadsheet would take for a formula: at the start of a value, and after any other separator. Where the list
 * separator is a semicolon, a double click opens the file split at semicolons, and quotes inside a line mean nothing
 * then. https://owasp.org/www-community/attacks/CSV_Injection
 * The wide forms are formulas to spreadsheets set to Chinese or Japanese.
 */
const formulaStart = /(?<=^|[;\t\r\n])((?:[^\S\t\r\n]|")*)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;

/** A line of a CSV file (RFC 4180), in which every formula is made text by an apostrophe before it. */
export function csvLine(values: readonly string[]): string {
  return `${values.map(csvValue).join(',')}\r\n`;
}

function csvValue(value: string): string {
  const text = value.replace(formulaStart, "'$1");
  return /[",;\r\n\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
