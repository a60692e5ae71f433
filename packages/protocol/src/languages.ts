/**
 * Languages of the agent application and of the widget, by their tag. This file has no imports, because the agent
 * application bundles it.
 */
export const LANGUAGES = ['en', 'es', 'pt', 'de', 'fr', 'ru', 'tr', 'zh', 'ar', 'hi'] as const
export type Language = (typeof LANGUAGES)[number]
