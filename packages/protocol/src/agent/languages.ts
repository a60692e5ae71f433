/**
 * Languages of the agent application and of the widget, by their tag. This file has no imports, because the agent
 * application bundles it.
 */
export const LANGUAGES = ['en', 'ar', 'de', 'es', 'fr', 'hi', 'pt', 'ru', 'tr', 'zh'] as const
export type Language = (typeof LANGUAGES)[number]
