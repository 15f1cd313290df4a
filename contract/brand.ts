/** What the product is called and how it is reached. Renaming the product is an edit of this object alone. */
export const brand = {
  name: 'Entrée',
  /** For places that carry plain ASCII only: headers, file names, identifiers. */
  asciiName: 'Entree',
  tagline: 'Where Influence Becomes Currency',
  launch: { city: 'Sydney', date: 'late 2025' },
  contactAddress: 'hello@entree.example',
  /** Handles without the `@`. No page shows them yet. */
  socialHandles: { instagram: '', tiktok: '' },
} as const;
