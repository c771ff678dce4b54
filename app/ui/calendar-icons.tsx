/** Icons of calendars, for the pages of the timetable and of bookings. */
import { strokedIcon } from "./icons.tsx";

export const CalendarAddIcon = strokedIcon(
  <path d="M3 5.5h18V21H3zM3 10.5h18M8 2.5v5M16 2.5v5M12 12.8v5.4M9.3 15.5h5.4" />,
);

export const CalendarIcon = strokedIcon(<path d="M3 5.5h18V21H3zM3 10.5h18M8 2.5v5M16 2.5v5" />);
