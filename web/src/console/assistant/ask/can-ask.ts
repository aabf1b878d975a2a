import type { AnswerOf } from "../../calls.ts"

export type AssistantHere = Pick<AnswerOf<"get-assistant-settings">, "isOn" | "whyOff" | "model">

export const canAsk = ({ isOn, model }: AssistantHere) => isOn && model.kind !== "none"
