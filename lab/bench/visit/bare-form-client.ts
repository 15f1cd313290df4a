import { createElement } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { BareForm } from './bare-form.ts';

const place = document.getElementById('bare-form');
if (place) hydrateRoot(place, createElement(BareForm));
