import { Section } from "../../kit/section.tsx"
import { stale, useChange } from "../ask.ts"
import { FilePicker, type FoundDriveFile } from "../ui/files/file-picker.tsx"
import { PickButton } from "../ui/files/pick-button.tsx"
import { isPicture, pictureTypes } from "../ui/files/picture-types.ts"
import type { UploadedFile } from "../ui/files/send-to-drive.ts"
import { ChangeButton } from "../ui/form.tsx"
import { AddressButton, AddressPanel } from "../ui/panels/panel.tsx"
import styles from "./logo-section.module.css"

export function LogoSection({ logoPath }: { logoPath: string | null }) {
  const remove = useChange("remove-logo", { makesStale: stale.workspace })
  return (
    <Section title="Logo" below="Shown to members and buyers.">
      <div className={`wrap middle gap-3 ${styles.line}`}>
        {logoPath && <img src={logoPath} alt="Logo" />}
        <AddressButton variant="default" label={logoPath ? "Change logo" : "Choose logo"} to={{ logo: "1" }} />
        {logoPath && <ChangeButton variant="subtle" label="Remove logo" change={remove} input={{}} />}
      </div>
      <AddressPanel by="logo" title="Choose logo" with={["q"]}>
        {(close) => <LogoChoice onDone={close} />}
      </AddressPanel>
    </Section>
  )
}

function LogoChoice({ onDone }: { onDone(): void }) {
  const set = useChange("set-logo", { makesStale: stale.workspace, says: "Logo updated", onDone })
  const action = ({ id, name, contentType }: FoundDriveFile) =>
    isPicture(contentType) && (
      <PickButton
        verb="Choose"
        name={name}
        isBusy={set.isPending && set.variables.fileId === id}
        disabled={set.isPending}
        onClick={() => set.mutate({ fileId: id })}
      />
    )
  const upload = { accept: pictureTypes, onUploaded: ({ id }: UploadedFile) => set.mutate({ fileId: id }) }
  return <FilePicker action={action} upload={upload} />
}
