/** Colours of `tokens.css` for what is drawn or written without a style sheet: files, pictures, letters. */
export const colors = {
  ink: '#0c0a0a',
  paper: '#f6f0e8',
  sheet: '#fffdf8',
  red: '#c8102e',
  redBright: '#d61531',
} as const;
