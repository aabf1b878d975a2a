import { mountPage } from "../../mount.tsx"
import { InvitationPage } from "./page.tsx"

mountPage("invitation", InvitationPage)
