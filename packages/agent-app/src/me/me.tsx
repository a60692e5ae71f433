import { Page } from '../ui/screen.tsx'
import { words } from '../words/index.ts'
import { AppearanceSection } from './appearance-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { ProfileSection } from './profile-section.tsx'
import { TokensSection } from './tokens-section.tsx'

export default function Profile() {
  return (
    <Page title={words.me.title}>
      <ProfileSection />
      <AppearanceSection />
      <PasswordSection />
      <TokensSection />
    </Page>
  )
}
