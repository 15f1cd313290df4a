/**
 * White space, what Unicode says may be ignored when shown (zero-width characters, Hangul fillers,
 * variation selectors, tags), controls, and the few blanks that are in none of these classes: the
 * empty Braille pattern, the object replacement character and the musical null notehead.
 */
const visible = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\u2800\uFFFC\u{1D159}]/u;

/** Whether a text has anything that a person can see. */
export const hasVisibleText = (text: string): boolean => visible.test(text);
