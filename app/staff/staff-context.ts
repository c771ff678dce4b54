/** The member of staff, as the console's layout passes it to loaders and actions. */

import { createContext } from "react-router";
import type { ConsoleSignIn } from "./access.server.ts";
import type { StaffMember } from "./roles.ts";

/** The member of staff who uses the console; only routes below `app/console/console-layout.route.tsx` have it. */
export const staffContext = createContext<StaffMember>();

export const consoleSignInContext = createContext<ConsoleSignIn>();
