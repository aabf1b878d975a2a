import { mountPage } from "../mount.tsx"
import { MembersPage } from "./members-page.tsx"

mountPage("members", MembersPage)
