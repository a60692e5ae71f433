import assert from 'node:assert/strict'
import type { Window } from './window.ts'

/** Chooses in the profile how long sent messages can be taken back, and waits until the server has stored it. */
export async function chooseHold(window: Window, name: string): Promise<void> {
  const { page } = window
  await window.go('/me', 'text=Taking messages back')
  const choice = page.getByRole('radio', { name, exact: true })
  if (await choice.isChecked()) return
  const saved = page.waitForResponse(
    (answer) => answer.url().endsWith('/api/me') && answer.request().method() === 'PATCH',
  )
  await page.getByText(name, { exact: true }).click()
  assert.equal((await saved).status(), 200)
}
