CREATE TABLE `driver_stats` (
	`driver_id` integer PRIMARY KEY NOT NULL,
	`total_rides` integer DEFAULT 0 NOT NULL,
	`star_sum` integer DEFAULT 0 NOT NULL,
	`one_star` integer DEFAULT 0 NOT NULL,
	`two_stars` integer DEFAULT 0 NOT NULL,
	`three_stars` integer DEFAULT 0 NOT NULL,
	`four_stars` integer DEFAULT 0 NOT NULL,
	`five_stars` integer DEFAULT 0 NOT NULL,
	`smooth_rides` integer DEFAULT 0 NOT NULL,
	`bumpy_rides` integer DEFAULT 0 NOT NULL,
	`safe_rides` integer DEFAULT 0 NOT NULL,
	`unsafe_rides` integer DEFAULT 0 NOT NULL,
	`good_vibes` integer DEFAULT 0 NOT NULL,
	`off_vibes` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`driver_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE TABLE `friendships` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`friend_id` integer NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`friend_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "friendships_of_two" CHECK("friendships"."user_id" <> "friendships"."friend_id")
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `friendships_once` ON `friendships` (`user_id`,`friend_id`);--> statement-breakpoint
CREATE TABLE `hidden_drivers` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`driver_id` integer NOT NULL,
	`hidden_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`driver_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `hidden_drivers_once` ON `hidden_drivers` (`user_id`,`driver_id`);--> statement-breakpoint
CREATE TABLE `ratings` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`driver_id` integer NOT NULL,
	`rater_id` integer NOT NULL,
	`ride_quality` text NOT NULL,
	`safety_feeling` text NOT NULL,
	`vibe_quality` text NOT NULL,
	`star_rating` integer NOT NULL,
	`guest_key` text,
	`request_key` text,
	`is_placeholder` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`driver_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`rater_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "ratings_ride" CHECK("ratings"."ride_quality" in ('smooth', 'bumpy')),
	CONSTRAINT "ratings_safety" CHECK("ratings"."safety_feeling" in ('safe', 'unsafe')),
	CONSTRAINT "ratings_vibe" CHECK("ratings"."vibe_quality" in ('good', 'off')),
	CONSTRAINT "ratings_stars" CHECK("ratings"."star_rating" between 1 and 5),
	CONSTRAINT "ratings_not_of_oneself" CHECK("ratings"."driver_id" <> "ratings"."rater_id"),
	CONSTRAINT "ratings_guest_key_is_a_guests" CHECK("ratings"."guest_key" is null or "ratings"."rater_id" = 1)
) STRICT;
--> statement-breakpoint
CREATE INDEX `ratings_of_driver` ON `ratings` (`driver_id`,`id`);--> statement-breakpoint
CREATE INDEX `ratings_of_rater` ON `ratings` (`rater_id`,`driver_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `ratings_of_guest` ON `ratings` (`guest_key`) WHERE "ratings"."guest_key" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `ratings_request` ON `ratings` (`rater_id`,`request_key`) WHERE "ratings"."request_key" is not null;--> statement-breakpoint
CREATE TABLE `sessions` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`user_agent` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `sessions_of_user` ON `sessions` (`user_id`,`last_used_at`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` integer PRIMARY KEY NOT NULL,
	`username` text NOT NULL,
	`display_name` text,
	`email` text,
	`password_hash` text,
	`avatar_id` integer NOT NULL,
	`is_ghost` integer DEFAULT false NOT NULL,
	`ghost_claim_token` text,
	`claimed_by_id` integer,
	`created_by_id` integer,
	`last_rating_notification_at` integer,
	`last_seen_rating_id` integer,
	`last_rating_received_at` integer,
	`is_latest_ratings_seen` integer DEFAULT true NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`claimed_by_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`created_by_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "users_id" CHECK("users"."id" > 0),
	CONSTRAINT "users_avatar" CHECK("users"."avatar_id" between 1 and 5),
	CONSTRAINT "users_token_is_a_ghosts" CHECK("users"."ghost_claim_token" is null or "users"."is_ghost" = 1),
	CONSTRAINT "users_claimed_has_no_token" CHECK("users"."claimed_by_id" is null or "users"."ghost_claim_token" is null),
	CONSTRAINT "users_ghost_has_no_password" CHECK("users"."password_hash" is null or "users"."is_ghost" = 0)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `users_username` ON `users` (lower("username"));--> statement-breakpoint
CREATE UNIQUE INDEX `users_claim_token` ON `users` (`ghost_claim_token`);--> statement-breakpoint
CREATE INDEX `users_ghosts_of_creator` ON `users` (`created_by_id`) WHERE "users"."is_ghost" = 1;
--> statement-breakpoint
-- The rest, and the word STRICT above, is written by hand, because drizzle-kit cannot express it.
-- These triggers update driver_stats with every change of ratings.
CREATE TRIGGER `ratings_counted` AFTER INSERT ON `ratings` BEGIN
	INSERT INTO `driver_stats` (`driver_id`) VALUES (new.driver_id) ON CONFLICT DO NOTHING;
	UPDATE `driver_stats` SET
		`total_rides` = `total_rides` + 1,
		`star_sum` = `star_sum` + new.star_rating,
		`one_star` = `one_star` + (new.star_rating = 1),
		`two_stars` = `two_stars` + (new.star_rating = 2),
		`three_stars` = `three_stars` + (new.star_rating = 3),
		`four_stars` = `four_stars` + (new.star_rating = 4),
		`five_stars` = `five_stars` + (new.star_rating = 5),
		`smooth_rides` = `smooth_rides` + (new.ride_quality = 'smooth'),
		`bumpy_rides` = `bumpy_rides` + (new.ride_quality = 'bumpy'),
		`safe_rides` = `safe_rides` + (new.safety_feeling = 'safe'),
		`unsafe_rides` = `unsafe_rides` + (new.safety_feeling = 'unsafe'),
		`good_vibes` = `good_vibes` + (new.vibe_quality = 'good'),
		`off_vibes` = `off_vibes` + (new.vibe_quality = 'off')
	WHERE `driver_id` = new.driver_id;
END;
--> statement-breakpoint
CREATE TRIGGER `ratings_uncounted` AFTER DELETE ON `ratings` BEGIN
	UPDATE `driver_stats` SET
		`total_rides` = `total_rides` - 1,
		`star_sum` = `star_sum` - old.star_rating,
		`one_star` = `one_star` - (old.star_rating = 1),
		`two_stars` = `two_stars` - (old.star_rating = 2),
		`three_stars` = `three_stars` - (old.star_rating = 3),
		`four_stars` = `four_stars` - (old.star_rating = 4),
		`five_stars` = `five_stars` - (old.star_rating = 5),
		`smooth_rides` = `smooth_rides` - (old.ride_quality = 'smooth'),
		`bumpy_rides` = `bumpy_rides` - (old.ride_quality = 'bumpy'),
		`safe_rides` = `safe_rides` - (old.safety_feeling = 'safe'),
		`unsafe_rides` = `unsafe_rides` - (old.safety_feeling = 'unsafe'),
		`good_vibes` = `good_vibes` - (old.vibe_quality = 'good'),
		`off_vibes` = `off_vibes` - (old.vibe_quality = 'off')
	WHERE `driver_id` = old.driver_id;
END;
--> statement-breakpoint
CREATE TRIGGER `ratings_recounted` AFTER UPDATE OF `driver_id`, `star_rating`, `ride_quality`, `safety_feeling`, `vibe_quality` ON `ratings` BEGIN
	UPDATE `driver_stats` SET
		`total_rides` = `total_rides` - 1,
		`star_sum` = `star_sum` - old.star_rating,
		`one_star` = `one_star` - (old.star_rating = 1),
		`two_stars` = `two_stars` - (old.star_rating = 2),
		`three_stars` = `three_stars` - (old.star_rating = 3),
		`four_stars` = `four_stars` - (old.star_rating = 4),
		`five_stars` = `five_stars` - (old.star_rating = 5),
		`smooth_rides` = `smooth_rides` - (old.ride_quality = 'smooth'),
		`bumpy_rides` = `bumpy_rides` - (old.ride_quality = 'bumpy'),
		`safe_rides` = `safe_rides` - (old.safety_feeling = 'safe'),
		`unsafe_rides` = `unsafe_rides` - (old.safety_feeling = 'unsafe'),
		`good_vibes` = `good_vibes` - (old.vibe_quality = 'good'),
		`off_vibes` = `off_vibes` - (old.vibe_quality = 'off')
	WHERE `driver_id` = old.driver_id;
	INSERT INTO `driver_stats` (`driver_id`) VALUES (new.driver_id) ON CONFLICT DO NOTHING;
	UPDATE `driver_stats` SET
		`total_rides` = `total_rides` + 1,
		`star_sum` = `star_sum` + new.star_rating,
		`one_star` = `one_star` + (new.star_rating = 1),
		`two_stars` = `two_stars` + (new.star_rating = 2),
		`three_stars` = `three_stars` + (new.star_rating = 3),
		`four_stars` = `four_stars` + (new.star_rating = 4),
		`five_stars` = `five_stars` + (new.star_rating = 5),
		`smooth_rides` = `smooth_rides` + (new.ride_quality = 'smooth'),
		`bumpy_rides` = `bumpy_rides` + (new.ride_quality = 'bumpy'),
		`safe_rides` = `safe_rides` + (new.safety_feeling = 'safe'),
		`unsafe_rides` = `unsafe_rides` + (new.safety_feeling = 'unsafe'),
		`good_vibes` = `good_vibes` + (new.vibe_quality = 'good'),
		`off_vibes` = `off_vibes` + (new.vibe_quality = 'off')
	WHERE `driver_id` = new.driver_id;
END;
--> statement-breakpoint
-- The built-in rows: the guest (default rater) and the demo driver. Neither has a password, so neither can sign in.
INSERT INTO `users` (`id`, `username`, `display_name`, `avatar_id`, `created_at`) VALUES
	(1, 'guest', NULL, 1, 0),
	(2, 'demo', 'Demo Driver', 1, 0);
