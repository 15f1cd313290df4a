/**
 * What the product is called and how it is reached. To rename it or to move it, edit this object and run `npm run engrave`,
 * which draws the pictures that show the name or the city.
 */
export const brand = {
  name: 'Entrée',
  tagline: 'Where Influence Becomes Currency',
  launch: { city: 'Sydney', date: 'late 2025' },
  contactAddress: 'hello@entree.example',
} as const;
