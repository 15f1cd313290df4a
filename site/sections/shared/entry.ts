/** A step or a benefit. */
export interface Entry {
  title: string;
  text: string;
}
