import { Page } from '../ui/page.tsx'
import { words } from '../words/index.ts'
import { OwnHoursSection } from '../hours/own-hours-section.tsx'
import { HoldSection } from '../waiting/hold-section.tsx'
import { AppearanceSection } from './appearance-section.tsx'
import { KeyboardSection } from './keyboard-section.tsx'
import { LanguageSection } from './language-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { ProfileSection } from './profile-section.tsx'
import { TokensSection } from './tokens-section.tsx'

export default function Profile() {
  return (
    <Page title={words.me.title}>
      <ProfileSection />
      <LanguageSection />
      <AppearanceSection />
      <OwnHoursSection />
      <KeyboardSection />
      <HoldSection />
      <PasswordSection />
      <TokensSection />
    </Page>
  )
}
