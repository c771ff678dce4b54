/** The settings the contact page shows. */
export type ContactSettings = {
  name: string;
  street: string;
  city: string;
  phone: string;
  email: string;
  whatsApp?: string;
  latitude: string;
  longitude: string;
};
