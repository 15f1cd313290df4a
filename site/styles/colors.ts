import { readColors } from './read-colors.ts';
import tokens from './tokens.css?raw';

export const colors = readColors(tokens);
