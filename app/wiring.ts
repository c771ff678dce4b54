/** Connects the hooks of earlier domains to the functions of later domains. Every process with services imports this. */
import {
  accountExported,
  addressChanged,
  beforeAccountErased,
  passwordChosen,
  signInsEnded,
} from "./accounts/account-hooks.server.ts";
import { afterSessionChange } from "./bookings/apply-session-change.server.ts";
import { bookingMade, bookingStateChanged, bookingsCovered, peopleDescribed } from "./bookings/booking-hooks.server.ts";
import { endDoubleBookings } from "./bookings/cancel-booking.server.ts";
import { endBookingsOf, exportBookings, forgetBookingsOf, giveBookingsBack } from "./bookings/erasure.server.ts";
import { removeFeed } from "./bookings/feed-tokens.server.ts";
import { promoteAfterClassChange } from "./bookings/promotion.server.ts";
import { addPictureData, entryChange, outsideUses, showableEntries } from "./cms/content-hooks.server.ts";
import { deleteEnquiriesOf } from "./enquiries/retention.server.ts";
import { coverNewBooking, useVisitOfBooking } from "./members/coverage.server.ts";
import { coversForDesk, passesForDesk } from "./members/coverage-texts.server.ts";
import { forgetRowsAbout } from "./members/import/imports.server.ts";
import { mailLinkedAccount } from "./members/membership-mails.server.ts";
import { afterDaysClosed, afterDaysOpened, readDaysOnPasses } from "./members/pass-extensions.server.ts";
import { exportMember, forgetPassesOf } from "./members/pass-retention.server.ts";
import { recomputePassDays } from "./members/pass-rows.server.ts";
import { detachPersonOfAccount } from "./people/erase-person.server.ts";
import {
  accountLinked,
  accountUnlinked,
  beforePersonErased,
  beforePersonLeaves,
  personMerged,
} from "./people/person-hooks.server.ts";
import { indexNewAddress } from "./people/person-index.server.ts";
import { withoutWithdrawn } from "./pictures/consents.server.ts";
import { withUploadedPictures } from "./pictures/uploaded-pictures.server.ts";
import { exportSales, forgetSalesOf } from "./sales/retention.server.ts";
import { leaveStaff } from "./staff/people.server.ts";
import { resetAttemptsAfterPasswordChange } from "./staff/second-step.server.ts";
import { exportStaffData } from "./staff/staff.server.ts";
import { applyToTimetable, usesInTimetable } from "./timetable/classes-and-trainers.server.ts";
import {
  classChange,
  daysClosed,
  daysOnPasses,
  daysOpened,
  sessionChanged,
} from "./timetable/timetable-change.server.ts";

showableEntries.connect(withoutWithdrawn);
addPictureData.connect(withUploadedPictures);
entryChange.connect(applyToTimetable);
outsideUses.connect(usesInTimetable);
classChange.connect(promoteAfterClassChange);
sessionChanged.connect(afterSessionChange);
daysOnPasses.connect(readDaysOnPasses);
daysClosed.connect(afterDaysClosed);
daysOpened.connect(afterDaysOpened);
bookingMade.connect(coverNewBooking);
bookingStateChanged.connect(useVisitOfBooking);
bookingsCovered.connect(coversForDesk);
peopleDescribed.connect(passesForDesk);
beforePersonLeaves.connect(endBookingsOf);
beforePersonErased.connect(async (change, person) => {
  const mails = await deleteEnquiriesOf(change, person);
  await forgetBookingsOf(change, person);
  await forgetPassesOf(change, person);
  await forgetSalesOf(change, person);
  await forgetRowsAbout(change.transaction, person);
  return mails;
});
personMerged.connect(async (change, { intoId }) => {
  await endDoubleBookings(change, intoId);
  await recomputePassDays(change, intoId);
});
accountLinked.connect(mailLinkedAccount);
accountUnlinked.connect(giveBookingsBack);
beforeAccountErased.connect(async (change, userId) => {
  if (!(await leaveStaff(change, userId))) return false;
  await detachPersonOfAccount(change, userId);
  return true;
});
accountExported.connect(async (db, userId) => {
  const staff = await exportStaffData(db, userId);
  const membership = await exportMember(db, userId);
  const sales = await exportSales(db, userId);
  return {
    bookings: await exportBookings(db, userId),
    ...(membership && { membership }),
    ...(sales && { sales }),
    ...(staff && { staff }),
  };
});
signInsEnded.connect(({ transaction }, userId) => removeFeed({ db: transaction }, userId));
addressChanged.connect(({ transaction }, userId) => indexNewAddress(transaction, userId));
passwordChosen.connect(resetAttemptsAfterPasswordChange);
