import './styles.css'
import { loadTranslation } from './words/translation.ts'

// The words are there before the first screen, whose script the page has begun to fetch (`build/preload-first.ts`).
loadTranslation()
  .then(() => import('./start.tsx'))
  .catch(() => {
    const root = document.getElementById('root')
    if (root && !root.hasChildNodes())
      root.textContent = 'Deskbell could not be loaded. Check the connection, then reload the page.'
  })
