import type { CSSProperties } from 'react'
import { Drawing, DrawnButton, Face } from './preview-drawing.tsx'
import { PreviewForm } from './preview-form.tsx'
import { DRAWINGS } from './preview-look.ts'
import { hidesComposer, showsOfflineForm, type Scene } from './preview-scene.ts'
import { PreviewChat } from './preview-chat.tsx'

/** The window as visitors see it, in the widget's sizes and colours. */
export const PreviewPanel = ({ scene, place }: { scene: Scene; place: CSSProperties }) => (
  <div
    className="absolute flex h-[600px] flex-col overflow-hidden rounded-2xl bg-[var(--w-bg)] text-[15px]/[1.45] text-[var(--w-fg)] shadow-[0_0_0_1px_#0001,0_12px_48px_#0003]"
    style={place}
  >
    <Head scene={scene} />
    <Body scene={scene} />
  </div>
)

function Head({ scene: { own, title, agent, photo, logo, moment, online } }: { scene: Scene }) {
  const isWith = moment === 'chat'
  const name = isWith ? agent : title
  const state = online ? own.online : own.offline
  return (
    <div className="flex items-center gap-3 bg-[var(--w-c)] py-3.5 ps-4 pe-2.5 text-[var(--w-i)]">
      <Face name={name} photo={isWith ? photo : logo} />
      <span className="min-w-0 flex-1">
        <span className="block truncate text-[16px] font-semibold">
          <bdi>{name}</bdi>
        </span>
        <span className="block truncate text-[13px]">
          {online && (
            <span className="me-1.5 inline-block size-2.5 rounded-full border-[1.5px] bg-[color-mix(in_srgb,currentColor_40%,#22c55e)]" />
          )}
          <bdi>{isWith ? title : state}</bdi>
        </span>
      </span>
      <DrawnButton d={DRAWINGS.minimise} />
      <DrawnButton d={DRAWINGS.close} />
    </div>
  )
}

const Body = ({ scene }: { scene: Scene }) =>
  showsOfflineForm(scene) ? (
    <PreviewForm
      own={scene.own}
      title={scene.own.leave}
      text={scene.own.leaveText}
      fields={['name', 'email', 'phone', 'message']}
      needed={['message']}
      either={scene.own.either}
      submit={scene.own.send}
    />
  ) : (
    <>
      <PreviewChat scene={scene} />
      {!hidesComposer(scene) && <Composer write={scene.own.write} />}
    </>
  )

const Composer = ({ write }: { write: string }) => (
  <div className="border-t border-[var(--w-edge)] px-2.5 pt-2 pb-2.5 text-[var(--w-dim)]">
    <div className="flex items-end gap-0.5">
      <DrawnButton d={DRAWINGS.attach} />
      <span className="min-w-0 flex-1 truncate px-1 py-[7px] text-[16px]/[22px]">{write}</span>
      <DrawnButton d={DRAWINGS.emoji} />
      <span className="ms-1 grid size-9 flex-none place-items-center rounded-full bg-[var(--w-soft)]">
        <Drawing d={DRAWINGS.send} className="w-[19px] rtl:-scale-x-100" />
      </span>
    </div>
  </div>
)
