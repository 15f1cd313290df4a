/** A step or a benefit: what it is called, and the sentence that says it. */
export interface Entry {
  title: string;
  text: string;
}
