/**
 * Anything but white space, what Unicode lets a renderer leave out (zero-width characters, Hangul
 * fillers, variation selectors, tags), controls, and blanks that are in none of these classes: marks
 * of interlinear annotation, the object replacement character, the empty Braille pattern, Egyptian
 * format controls and the musical null notehead.
 */
const visible =
  /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\u2800\uFFF9-\uFFFC\u{13430}-\u{1343F}\u{1D159}]/u;

/** Whether a text has anything that a person can see. */
export const hasVisibleText = (text: string): boolean => visible.test(text);
