import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { axeViolations, openBrowser, screenshot } from '../browser.ts'
import { ANN, BOB, startTestServer } from '../test-server.ts'
import { looksRight } from './looks.ts'
import { openWindow } from './window.ts'

const testServer = await startTestServer()
const browser = await openBrowser()
after(async () => {
  await browser.close()
  await testServer.close()
})
const ann = testServer.agent(ANN)

async function write(id: string, sender: Record<string, unknown>, text: string): Promise<number> {
  await testServer.visitor(id, sender).writes(text)
  return (await ann.chats('?limit=100')).find(({ visitor }) => visitor.id === id)?.id ?? 0
}
const PEOPLE = [
  ['c-1', { name: 'Vera Ångström', email: 'vera@tea.test', phone: '+49 170 5550199' }, 'Where is my order?'],
  ['c-2', { name: 'Amir Haddad', email: 'amir@oak.test' }, 'Do you ship to Cairo?'],
  ['c-3', { phone: '+1 415 5550100' }, 'Call me'],
  ['c-4', {}, 'Anyone here?'],
  ['c-9', { name: 'דנה כהן', email: 'dana@tea.test' }, 'שלום'],
  ['c-5', { name: 'A very long name that a visitor has typed into the form of the page to see what happens' }, 'Hi'],
] as const
const chats: number[] = []
for (const [id, sender, text] of PEOPLE) chats.push(await write(id, sender, text))

test('contacts are listed, searched and sorted, and their rows lead to their pages', async () => {
  const window = await openWindow(browser, testServer)
  const { page } = window
  await window.go('/inbox/all', '[role=option]')
  await page.getByRole('link', { name: 'Contacts' }).first().click()
  const list = page.getByRole('list', { name: 'Contacts' })
  await list.getByText('Vera Ångström').waitFor()
  assert.equal(await list.getByRole('listitem').count(), PEOPLE.length)
  // A name that is written from right to left begins where the others begin.
  const leftOf = (name: string) =>
    list.getByText(name, { exact: true }).evaluate((element) => {
      const text = element.ownerDocument.createRange()
      text.selectNodeContents(element)
      return Math.round(text.getBoundingClientRect().left)
    })
  assert.equal(await leftOf('דנה כהן'), await leftOf('Amir Haddad'))
  await looksRight(page, 'contacts')
  await page.getByRole('searchbox').fill('angstr')
  await list.getByText('Amir Haddad').waitFor({ state: 'detached' })
  assert.match(page.url(), /q=angstr/)
  await page.getByRole('searchbox').fill('nobody at all')
  await page.getByText('No results').waitFor()
  await page.getByRole('searchbox').fill('')
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Name')
  await list.getByText('Amir Haddad').waitFor()
  await list.getByRole('link', { name: /Vera/ }).click()
  await page.getByRole('heading', { name: 'About' }).waitFor()
  assert.deepEqual(window.faults, [])
  await window.close()
})

test('a contact is edited in its place, its chat shows it, and the visitor’s later name does not replace it', async () => {
  const window = await openWindow(browser, testServer)
  const { page } = window
  const { contact } = (await ann.chat(chats[0] ?? 0)).visitor
  await window.go(`/contacts/${contact}`, 'h2:text("About")')
  await page.getByText('Where is my order?').waitFor()
  await page.getByRole('button', { name: 'Change Name: Vera Ångström' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Vera Stone')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Change Name: Vera Ångström' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Vera Stone')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Vera Stone', level: 1 }).waitFor()
  await page.getByRole('button', { name: 'Change E-mail: vera@tea.test' }).click()
  await page.getByRole('textbox', { name: 'E-mail' }).fill('no address')
  await page.keyboard.press('Enter')
  await page
    .getByRole('alert')
    .getByText(/e-mail address/)
    .waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Add field' }).click()
  await page.getByRole('textbox', { name: 'Field' }).fill('Company')
  await page.getByRole('textbox', { name: 'Value' }).fill('Tea & Co')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Change Company: Tea & Co' }).waitFor()
  await write('c-1', { name: 'Vera A.', email: 'vera@tea.test' }, 'Still there?')
  await page.getByRole('textbox', { name: 'Write a note about this contact' }).fill('Prefers e-mail.')
  await page.getByRole('button', { name: 'Save note' }).click()
  await page.getByRole('list', { name: 'Notes on this contact' }).getByText('Prefers e-mail.').waitFor()
  await window.go(`/contacts/${contact}`, 'text=The visitor gave:')
  await page
    .getByRole('list', { name: 'History' })
    .getByText(/Ann.* edited/)
    .first()
    .waitFor()
  await looksRight(page, 'contact')
  await window.go(`/inbox/all/${chats[0]}`, 'text=Still there?')
  await page
    .locator('[role=log]')
    .getByText(/You changed/)
    .first()
    .waitFor()
  await page.getByRole('option', { name: /Vera Stone/ }).waitFor()

  const bobs = await openWindow(browser, testServer, BOB)
  await bobs.go(`/contacts/${contact}`, 'text=Prefers e-mail.')
  assert.equal(await bobs.page.getByRole('button', { name: /Remove the note/ }).count(), 0)
  await bobs.go('/contacts/999999', 'text=There is no page at this address')
  assert.deepEqual(
    [window.faults, bobs.faults.filter((fault) => !fault.includes('404'))],
    [window.faults.filter((fault) => fault.includes('400')), []],
  )
  await bobs.close()
  await window.close()
})

test('contacts of one person are merged with a preview, taken apart and erased from the page', async () => {
  const again = await write('c-6', { name: 'Vera from home', email: 'vera@tea.test' }, 'It is me again')
  const window = await openWindow(browser, testServer)
  const { page } = window
  const { contact } = (await ann.chat(chats[0] ?? 0)).visitor
  await window.go(`/contacts/${contact}`, 'text=Possibly the same person')
  await looksRight(page, 'contact alike')
  await page.getByRole('button', { name: /Merge with .*Vera from home/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'Vera from home' }).check()
  await dialog.getByRole('region', { name: 'After the merge' }).getByText('Vera from home').waitFor()
  await looksRight(page, 'merge')
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: 'Vera from home', level: 1 }).waitFor()
  await page.getByText('It is me again').waitFor()
  assert.equal((await ann.chat(chats[0] ?? 0)).visitor.name, 'Vera from home')

  await page
    .getByRole('button', { name: /Take apart/ })
    .last()
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Take apart' }).click()
  await page.getByText('It is me again').waitFor()
  await page.getByText('Where is my order?').waitFor({ state: 'detached' })
  assert.notEqual((await ann.chat(again)).visitor.contact, contact)

  await page.getByRole('button', { name: /Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Merge with another contact' }).click()
  await dialog.getByRole('searchbox').fill('amir')
  await dialog.getByRole('button', { name: /Amir Haddad/ }).click()
  await dialog.getByText('Which one is shown?').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: /Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Erase the contact' }).click()
  const asked = page.getByRole('alertdialog')
  await page.route('**/api/contacts/*', (request) => request.abort())
  await asked.getByRole('button', { name: 'Erase', exact: true }).click()
  await asked.getByText('It is safe to try again.').waitFor()
  await looksRight(page, 'contact erase failed')
  await page.unroute('**/api/contacts/*')
  await asked.getByRole('button', { name: 'Erase', exact: true }).click()
  await asked.getByText('The data was erased').waitFor()
  await asked.getByText(/1 chat was emptied/).waitFor()
  await looksRight(page, 'contact erased')
  await asked.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('list', { name: 'Contacts' }).getByText('Amir Haddad').waitFor()
  assert.equal((await ann.chat(again)).erased, true)
  // The request that the test refused.
  assert.deepEqual(
    window.faults.filter((fault) => !fault.includes('ERR_FAILED')),
    [],
  )
  await window.close()
})

test('the details of a chat are edited in their place; on a tablet they are a drawer that Escape closes', async () => {
  const chat = await write('c-7', { name: 'Tablet Tom' }, 'From my tablet')
  const window = await openWindow(browser, testServer)
  const { page } = window
  await window.go(`/inbox/all/${chat}`, 'text=From my tablet')
  const aside = page.getByRole('complementary', { name: 'Details' })
  await aside.getByRole('button', { name: 'Add e-mail' }).click()
  await page.getByRole('textbox', { name: 'E-mail' }).fill('tom@tablet.test')
  await page.keyboard.press('Enter')
  await aside.getByRole('button', { name: 'Change E-mail: tom@tablet.test' }).waitFor()
  assert.equal((await ann.chat(chat)).visitor.email, 'tom@tablet.test')
  assert.equal(await aside.getByText('Given by the visitor, not verified').count(), 1)

  await page.setViewportSize({ width: 1024, height: 768 })
  const opener = page.getByRole('button', { name: 'Details' })
  await opener.click()
  await aside.getByRole('button', { name: 'Close' }).waitFor()
  await page.getByText('From my tablet').last().waitFor()
  await page.locator('aside:focus').waitFor()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await screenshot(page, `drawer ${colorScheme}`)
    assert.deepEqual(await axeViolations(page), [], colorScheme)
  }
  // Nothing behind the drawer can be reached.
  for (let i = 0; i < 25; i++) {
    await page.keyboard.press('Tab')
    const at = await page.evaluate('document.activeElement.closest("aside, header, body").tagName')
    assert.notEqual(at, undefined)
    assert.equal(await page.evaluate('document.activeElement.closest("[inert]") === null'), true)
  }
  await aside.getByRole('button', { name: 'Close' }).focus()
  await page.keyboard.press('Escape')
  await aside.waitFor({ state: 'hidden' })
  await page.locator('#details-button:focus').waitFor()
  await opener.click()
  await aside.getByRole('link', { name: 'Contact page' }).click()
  await page.getByRole('heading', { name: 'Tablet Tom', level: 1 }).waitFor()
  await window.go('/settings', 'h1')
  await screenshot(page, 'settings at 1024')
  assert.deepEqual(window.faults, [])
  await window.close()
})

test('a file is imported with its columns, and each refused line has its number and reason', async () => {
  const window = await openWindow(browser, testServer)
  const { page } = window
  await window.go('/contacts', 'ul[aria-label=Contacts]')
  await page.getByRole('button', { name: 'Import' }).click()
  const dialog = page.getByRole('dialog')
  const text =
    'Name;E-mail;Company\r\nIvy Lane;ivy@lane.test;Tea & Co\r\n;;No name\r\n"Jo; Jr";wrong address;\r\nKim;kim@lane.test;\r\n'
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await dialog
    .getByRole('region', { name: 'The first contacts' })
    .getByText('Ivy Lane · ivy@lane.test · Company: Tea & Co')
    .waitFor()
  await dialog.getByRole('combobox', { name: 'Column Company' }).selectOption('Name')
  await dialog.getByText('Two columns have the same meaning.').waitFor()
  await dialog.getByRole('combobox', { name: 'Column Company' }).selectOption('Own field')
  await looksRight(page, 'import columns')
  await dialog.getByRole('button', { name: 'Import 4 lines' }).click()
  await dialog.getByText('The import is complete.').waitFor()
  const refused = dialog.getByRole('list', { name: 'Refused lines' })
  assert.deepEqual(await refused.getByRole('listitem').allInnerTexts(), [
    'Line 3\nNo name, e-mail, phone or external id.',
    'Line 4\nThe e-mail address is not valid.',
  ])
  await looksRight(page, 'import report')
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('list', { name: 'Contacts' }).getByRole('link', { name: /Kim/ }).waitFor()
  await page
    .getByRole('list', { name: 'Contacts' })
    .getByRole('link', { name: /Ivy Lane/ })
    .click()
  await page.getByRole('button', { name: 'Change Company: Tea & Co' }).waitFor()
  await looksRight(page, 'contact imported')
  assert.deepEqual(window.faults, [])
  await window.close()
})
