export const PHONE =
  'M5 4h4l2 5-2.5 1.7a11 11 0 005 5L15 13l5 2v4a1.5 1.5 0 01-1.7 1.5A16 16 0 013.5 5.7 1.5 1.5 0 015 4z'
export const SPEECH = 'M4 5h16v11h-9l-5 4v-4H4z'
