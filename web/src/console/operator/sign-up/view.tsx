import { Section } from "../../../kit/section.tsx"
import { When } from "../../../kit/when.tsx"
import { useChange, useRead } from "../../ask.ts"
import type { AnswerOf } from "../../calls.ts"
import { ActionForm, SelectInput } from "../../ui/form.tsx"
import { View as Frame } from "../../ui/page.tsx"

type SignUp = AnswerOf<"get-sign-up">

const choices = [
  { value: "open", label: "Anyone" },
  { value: "closed", label: "Invite only" },
]

export function View() {
  const { data } = useRead("get-sign-up", {})
  return (
    <Frame title="Sign-up" isNarrow>
      {data && (
        <Section title="New accounts" below="Invited people can always sign up.">
          <Decision {...data} />
        </Section>
      )}
    </Frame>
  )
}

function Decision({ signUp, decidedAt }: SignUp) {
  const decide = useChange("set-sign-up", { makesStale: ["get-sign-up"], isForm: true, says: "Saved" })
  return (
    <ActionForm change={decide} submit="Save" toInput={(fields) => ({ signUp: fields.signUp })}>
      <SelectInput
        name="signUp"
        label="Who can sign up"
        description={
          decidedAt === null ? (
            "Set by SVC_SIGN_UP. Saving overrides it."
          ) : (
            <>
              Updated <When at={decidedAt} />
            </>
          )
        }
        options={choices}
        defaultValue={signUp}
      />
    </ActionForm>
  )
}
